export { restoreDump } from '../dialect/postgres/dump.ts'
export { checkFile, isDatabase, replaceFile, settleFile } from './replace-file.ts'
export { type Scratch, scratchDatabase } from '../dialect/postgres/dump.ts'
