// What `quire restore` and `quire backup verify` need besides an open storage.
export { restoreDump, type Scratch, scratchDatabase } from './dialect/postgres/dump.ts'
export { checkFile, isDatabase, replaceFile, checkpointFile } from './dialect/sqlite/database-file.ts'
