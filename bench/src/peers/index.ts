import { directusPeer } from './directus-peer.ts'
import { payloadPeer } from './payload-peer.ts'
import type { Peer } from './peer.ts'
import { pocketbasePeer } from './pocketbase-peer.ts'
import { quirePeer } from './quire-peer.ts'
import { strapiPeer } from './strapi-peer.ts'

export const peers: readonly Peer[] = [quirePeer, pocketbasePeer, payloadPeer, directusPeer, strapiPeer]
