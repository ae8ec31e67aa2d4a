// For commands and backups: not loaded by applications that only serve.
export { setPassword } from './auth/set-password.ts'
export * from './transfer/index.ts'
export { holdingObjects } from './uploads/object-holds.ts'
export { OBJECTS, type ObjectRow } from './uploads/object-table.ts'
export { examine } from './doctor/examine.ts'
export { makeLaterSizes } from './images/make-later-sizes.ts'
