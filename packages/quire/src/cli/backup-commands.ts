export { backup } from './backup.ts'
export { makeBackupKey } from './backup-key.ts'
export { restore } from './restore.ts'
export { verifyBackup } from './verify-backup.ts'
