import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { collection, global, lastCalls } from '../../data/client.ts'
import type { DocumentPlace } from '../../data/document-api.ts'
import { can } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { may } from '../../data/use-documents.ts'
import { useRights } from '../../data/use-rights.ts'

export interface Person {
  /** Null if the actor may not read the user. */
  readonly user: { readonly collection: string; readonly id: string } | null
  /** Null if the actor may not read the name. */
  readonly name: string | null
  readonly since: string
}

/** The service drops an entry 45 s after its last heartbeat. Hidden tabs send none. */
const HEARTBEAT = 20_000

const NOBODY: readonly Person[] = []

interface Here {
  readonly people: readonly Person[]
  /** Number of other tabs of the editor with the document. */
  readonly ownTabs: number
}

const NOT_KNOWN: Here = { people: NOBODY, ownTabs: 0 }

/** Sends heartbeats while mounted, and returns the other users. */
export function useHere({ kind, entity: { slug }, id }: DocumentPlace): Here {
  const known = id ?? ''
  const tabs = useOwnTabs(`${kind}/${slug}/${known}`)
  const { data = NOT_KNOWN } = useQuery({
    queryKey: ['presence', kind, slug, known],
    queryFn: async (): Promise<Here> => {
      const { here } = await (kind === 'global' ? global(slug).heartbeat() : collection(slug).heartbeat(known))
      return { people: here, ownTabs: await tabs.count() }
    },
    refetchInterval: HEARTBEAT,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const isInOtherTab = useRef(false)
  useEffect(() => {
    isInOtherTab.current = data.ownTabs > 0
  })
  useEffect(() => {
    const leave = () => {
      // The service counts all tabs as one, and another tab still has the document open.
      if (isInOtherTab.current) return
      // Fire and forget: the editor is leaving.
      void (
        kind === 'global' ? lastCalls.global(slug).endPresence() : lastCalls.collection(slug).endPresence(known)
      ).catch(() => undefined)
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [kind, slug, known])
  return data
}

export function usePeopleIn(entity: EntitySchema, id: string): readonly Person[] {
  const rights = useRights(entity.slug)
  const { data } = useQuery({
    queryKey: ['presence', 'collection', entity.slug],
    queryFn: async () => (await collection(entity.slug).presence()).documents,
    refetchInterval: HEARTBEAT,
    retry: false,
    enabled: can(entity, 'presence') && may(rights, 'presence'),
  })
  return data?.find((one) => one.id === id)?.here ?? NOBODY
}

export interface OwnTabs {
  /** Number of other tabs of this browser that show the document. */
  readonly count: () => Promise<number>
}

/**
 * Tabs of this browser with the same document. Each holds a shared Web Lock, which is released with the tab. Web Locks
 * need https; without them, tabs aren't counted.
 */
function useOwnTabs(what: string): OwnTabs {
  const isHeld = useRef(false)
  const name = `quire/open/${new URL(document.baseURI).pathname}/${what}`
  useEffect(() => {
    if (!('locks' in navigator)) return undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    void navigator.locks.request(name, { mode: 'shared' }, () => {
      isHeld.current = true
      return promise
    })
    return () => {
      isHeld.current = false
      resolve()
    }
  }, [name])
  return {
    count: async () => {
      if (!('locks' in navigator)) return 0
      const { held = [] } = await navigator.locks.query()
      const clients = new Set(held.filter((lock) => lock.name === name).map(({ clientId }) => clientId))
      return Math.max(0, clients.size - (isHeld.current ? 1 : 0))
    },
  }
}
