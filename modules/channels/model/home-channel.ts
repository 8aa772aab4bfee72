/** Code of the home-improvement marketplaces: their shops and goods have pages of their own. */
export const HOME_CHANNEL = 'mirakl';
