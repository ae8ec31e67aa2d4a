/** Requests to URLs from outside. Loaded with the first of them. */
export { type GuardedRequestOptions, guardedFetch } from './guarded-fetch.ts'
export { sendGuarded } from './guarded-request.ts'
