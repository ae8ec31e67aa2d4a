import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { House, Plus, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { addresses } from '../data/addresses.ts'
import { overview } from '../data/client.ts'
import { can, hasDrafts, isAuth, labelOf, singularOf } from '../data/entities.ts'
import { OVERVIEW } from '../data/query-client.ts'
import type { EntitySchema } from '../data/schema.ts'
import { useScreenCommands } from '../data/screen-commands.ts'
import { may } from '../data/use-documents.ts'
import { useSettled } from '../data/use-found.ts'
import { useReadableGlobals, useRightsOf } from '../data/use-rights.ts'
import { useSchema } from '../data/use-session.ts'
import { EntityIcon, Icon } from '../design/icon.tsx'
import { featurePlaces } from '../screens/slot.tsx'
import { sharedWords } from '../words/shared.ts'
import { shellWords } from '../words/shell.ts'
import { useWords } from '../words/use-words.ts'

export interface Command {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly hint?: string
  readonly isContent?: boolean
  readonly to?: { readonly to: string }
  readonly run?: () => void
}

export interface CommandGroup {
  readonly label: string
  readonly items: readonly Command[]
}

const RESULTS = 12

export function useCommands(text: string): CommandGroup[] {
  const said = useWords(shellWords)
  const onScreen = useScreenCommands()
  const { collections, globals, mayCreate, added } = useAllowed()
  const found = useFoundDocuments(text)
  const fits = ({ label }: Command) => label.toLowerCase().includes(text.trim().toLowerCase())

  const places: Command[] = [
    { key: 'home', label: said.home, icon: <Icon of={House} />, to: addresses.home() },
    ...collections.map((entity) => ({
      key: `list-${entity.slug}`,
      label: labelOf(entity),
      icon: <EntityIcon entity={entity} />,
      to: addresses.list(entity.slug),
    })),
    ...globals.map((entity) => ({
      key: `global-${entity.slug}`,
      label: labelOf(entity),
      icon: <EntityIcon entity={entity} kind="global" />,
      to: addresses.global(entity.slug),
    })),
    ...added,
    { key: 'profile', label: said.profile, icon: <Icon of={UserRound} />, to: addresses.profile() },
  ]
  const creations: Command[] = collections.filter(mayCreate).map((entity) => ({
    key: `create-${entity.slug}`,
    label: said.create({ what: singularOf(entity) }),
    icon: <Icon of={Plus} />,
    to: addresses.create(entity.slug),
  }))
  return [
    { label: said.actions, items: onScreen.filter(fits) },
    { label: said.results, items: found },
    { label: said.goTo, items: places.filter(fits) },
    { label: said.creations, items: creations.filter(fits) },
  ].filter(({ items }) => items.length > 0)
}

/** Limits the entries to what the actor may read and create. */
function useAllowed() {
  const schema = useSchema()
  const collections = Object.values(schema.collections)
  const globals = Object.values(schema.globals)
  const rights = useRightsOf(collections.map(({ slug }) => slug))
  const readable = useReadableGlobals(globals.map(({ slug }) => slug))
  return {
    collections: collections.filter(({ slug }) => may(rights[slug], 'read')),
    globals: globals.filter(({ slug }) => readable.includes(slug)),
    added: featurePlaces(collections, rights),
    mayCreate: (entity: EntitySchema) =>
      (can(entity, 'create') || isAuth(entity)) && may(rights[entity.slug], 'create'),
  }
}

/** Searches all collections with one request, once typing pauses. */
function useFoundDocuments(text: string): Command[] {
  const { untitled } = useWords(sharedWords)
  const { collections } = useSchema()
  return useFound(text, RESULTS).flatMap(({ collection, id, title }) => {
    const entity = collections[collection]
    if (!entity) return []
    return {
      key: id,
      label: title || untitled,
      icon: <EntityIcon entity={entity} />,
      hint: labelOf(entity),
      isContent: true,
      to: addresses.document(collection, id),
    }
  })
}

type SearchHit = Awaited<ReturnType<typeof overview.search>>['results'][number]

const SHORTEST = 2
const LONGEST_WORDS = 200

/** Documents of all collections that match a text, exact titles first. */
function useFound(text: string, limit: number): readonly SearchHit[] {
  const { collections } = useSchema()
  const withDrafts = Object.values(collections).some(hasDrafts)
  const q = useSettled(text.trim()).slice(0, LONGEST_WORDS)
  const isAsked = text.trim().length >= SHORTEST && q.length >= SHORTEST
  const { data = [], isPlaceholderData: isOfBefore } = useQuery({
    queryKey: [OVERVIEW, 'search', q, limit],
    queryFn: async () => (await overview.search({ q, limit, ...(withDrafts && { draft: 'newest' as const }) })).results,
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!isAsked) return []
  // Enter may come before the response: offer only earlier results that match the present text.
  const typed = text.trim().toLowerCase()
  return isOfBefore || q !== text.trim() ? data.filter(({ title }) => title?.toLowerCase().includes(typed)) : data
}
