/**
 * The menu behind a button, by itself: the index of antd's Dropdown brings its split button, and with
 * that all of the form engine (14 kB), which the shell does without.
 */
export { default as Dropdown } from 'antd/es/dropdown/dropdown.js';
