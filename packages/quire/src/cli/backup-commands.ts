// What is done with backups shares most of its code, so it is loaded as one: a file for each command would be many that nobody else needs.
export { backup } from './backup.ts'
export { makeBackupKey } from './backup-key.ts'
export { restore } from './restore.ts'
export { verifyBackup } from './verify-backup.ts'
