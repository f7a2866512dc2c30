/**
 * `full`: no room. `limited`: what was written was not taken, though there may be room. `read-only`: nothing may be written.
 * `failing`: the disk reports errors. `damaged`: what it holds is broken. `altered`: another program changed the schema (S35) or replaced the file.
 * `busy`: another program holds the database.
 */
export type StorageCause = 'full' | 'limited' | 'read-only' | 'failing' | 'damaged' | 'altered' | 'busy';
