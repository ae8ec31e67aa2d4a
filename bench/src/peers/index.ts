import { directusPeer } from './directus-peer.ts'
import { payloadPeer } from './payload-peer.ts'
import type { Peer } from './peer.ts'
import { pocketbasePeer } from './pocketbase-peer.ts'
import { quirePeer } from './quire-peer.ts'

/** Those that are measured, ours first. */
export const peers: readonly Peer[] = [quirePeer, pocketbasePeer, payloadPeer, directusPeer]

/** Those whose workload nobody has written yet: the report names them all the same. */
export const unmeasured: readonly string[] = ['Strapi']
