export type { Purge, PurgeStatus } from './api.ts'
export { type Cache, type CacheRequest, cloudflare, fastly, url, type UrlCacheOptions, vercel } from './caches.ts'
export type { PurgeOptions } from './options.ts'
export { purge } from './purge.ts'
