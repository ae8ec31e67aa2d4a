/** Requests to URLs from outside. Loaded with the first of them. */
export { type FetchOptions, guardedFetch } from './guarded-fetch.ts'
export { sendGuarded } from './guarded-request.ts'
