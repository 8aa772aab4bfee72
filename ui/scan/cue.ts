const TONES = { done: [1320, 0.12], failed: [220, 0.35] } as const;
const BUZZ = { done: [40], failed: [120, 80, 120] } as const;
const LOUDNESS = 0.15;

let sound: AudioContext | null = null;

/**
 * Says by sound and vibration whether a scan worked, for eyes that are on the goods. A browser that
 * has neither, or not yet, stays silent: the page says the same in words.
 */
export function cue(outcome: keyof typeof TONES): void {
  if ('vibrate' in navigator) navigator.vibrate([...BUZZ[outcome]]);
  if (!('AudioContext' in window)) return;
  sound ??= new AudioContext();
  const [pitch, seconds] = TONES[outcome];
  const tone = sound.createOscillator();
  const volume = sound.createGain();
  tone.frequency.value = pitch;
  volume.gain.value = LOUDNESS;
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + seconds);
}
