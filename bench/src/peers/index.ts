import { payloadPeer } from './payload-peer.ts'
import type { Peer } from './peer.ts'
import { pocketbasePeer } from './pocketbase-peer.ts'
import { quirePeer } from './quire-peer.ts'

/** Those that are measured, ours first. */
export const peers: readonly Peer[] = [quirePeer, pocketbasePeer, payloadPeer]

/** Those that are installed, so that the command says how far that goes, but whose workload nobody has written yet. */
export const unmeasured: readonly Pick<Peer, 'name' | 'packages'>[] = [
  { name: 'Directus', packages: ['directus@11'] },
  { name: 'Strapi', packages: ['@strapi/strapi@5', 'better-sqlite3@12'] },
]
