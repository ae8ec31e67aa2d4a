export { type DatabaseOptions, openStorage, type StorageOptions } from './open-storage.ts'
