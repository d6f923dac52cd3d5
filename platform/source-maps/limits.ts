/** Levels of JSON in a source map; those of bundlers have about eight. */
export const mapDepthMax = 64;

/** Sections of an index map: React Native writes one for each module of an app. */
export const mapSectionsMax = 50_000;

/** Index maps inside each other, each of which is walked once more; those of bundlers have one level. */
export const indexLevelsMax = 2;

/** Characters of the name of a file or a function. */
export const mapNameCharactersMax = 1_000;
