// How a service recognises sessions and keys; loaded where an application has users.
export { recogniseApiKey, recogniseSession } from './auth/resolve-credential.ts'
