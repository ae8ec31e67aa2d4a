// Authentication by sessions and API keys; loaded by applications with users.
export { recogniseApiKey, recogniseSession } from './auth/resolve-credential.ts'
