import { useQueries } from '@tanstack/react-query'
import { House, Plus, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { addresses } from '../data/addresses.ts'
import { can, isAuth, labelOf, newestOf, singularOf, titleFieldOf, titleOf } from '../data/entities.ts'
import type { EntitySchema } from '../data/schema.ts'
import { useScreenCommands } from '../data/screen-commands.ts'
import { useAccessOf } from '../data/use-access-of.ts'
import { globalAccessQuery, listQuery, may } from '../data/use-documents.ts'
import { useSchema } from '../data/use-session.ts'
import { EntityIcon } from '../design/entity-icon.tsx'
import { Icon } from '../design/icon.tsx'
import { featurePlaces } from '../screens/present-features.ts'
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

const RESULTS = 4

/** What the palette offers for a text: everything that fits it, with documents whose title does. */
export function useCommands(text: string): CommandGroup[] {
  const said = useWords(shellWords)
  const onScreen = useScreenCommands()
  const { collections, globals, mayCreate, added } = useAllowed()
  const found = useFoundDocuments(text, collections)
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

/** What the actor may read and create. Nothing is offered that would be refused. */
function useAllowed() {
  const schema = useSchema()
  const collections = Object.values(schema.collections)
  const globals = Object.values(schema.globals)
  const access = useAccessOf(collections.map(({ slug }) => slug))
  const ofGlobals = useQueries({ queries: globals.map(({ slug }) => globalAccessQuery(slug)) })
  return {
    collections: collections.filter(({ slug }) => may(access[slug], 'read')),
    globals: globals.filter((_, index) => may(ofGlobals[index]?.data, 'read')),
    added: featurePlaces(collections, access),
    mayCreate: (entity: EntitySchema) =>
      (can(entity, 'create') || isAuth(entity)) && may(access[entity.slug], 'create'),
  }
}

function useFoundDocuments(text: string, collections: readonly EntitySchema[]): Command[] {
  const { untitled } = useWords(sharedWords)
  const searched = collections.flatMap((entity) => {
    const title = titleFieldOf(entity)
    return title?.operators.includes('like') ? [{ entity, title: title.name }] : []
  })
  const words = text.trim()
  return useQueries({
    queries: searched.map(({ entity, title }) => ({
      ...listQuery(entity.slug, {
        ...newestOf(entity),
        where: { [title]: { like: words } },
        limit: RESULTS,
        select: { [title]: true },
      }),
      enabled: words.length > 1,
      retry: false,
    })),
    combine: (answers) =>
      words.length > 1 ? answers.flatMap(({ data }, index) => asCommands(data?.docs, searched[index]?.entity)) : [],
  })

  function asCommands(docs: readonly { id: string }[] = [], entity?: EntitySchema): Command[] {
    if (!entity) return []
    return docs.map((doc) => ({
      key: doc.id,
      label: titleOf(entity, doc) || untitled,
      icon: <EntityIcon entity={entity} />,
      hint: labelOf(entity),
      isContent: true,
      to: addresses.document(entity.slug, doc.id),
    }))
  }
}
