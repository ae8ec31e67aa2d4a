import type { Actor } from '@quire/core'
import type { FastifyRequest } from 'fastify'

/** Resolves whoever makes a request to an actor; null for nobody. Rejects with `invalid_token` for a credential that is not good. */
export type Identify = (request: FastifyRequest) => Actor | null | Promise<Actor | null>

/** Without identity everybody is a stranger. */
export const everybodyIsAnonymous: Identify = () => null
