export { exportLines } from './export-lines.ts'
export { importLines } from './import-lines.ts'
export type { TransferCount } from './transfer-line.ts'
