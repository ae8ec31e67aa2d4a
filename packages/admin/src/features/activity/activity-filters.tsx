import { useNavigate } from '@tanstack/react-router'
import { type ActivitySearch, addresses } from '../../data/addresses.ts'
import { can, labelOf } from '../../data/entities.ts'
import { useSchema } from '../../data/use-session.ts'
import { type Facet, FacetBar } from '../../design/filter-bar/facet-bar.tsx'
import { listWords } from '../../words/list.ts'
import { useWords } from '../../words/use-words.ts'
import { type Kind, KINDS } from './actions.ts'
import { useLogRight } from './log-right.ts'
import { activityWords } from './words.ts'

/** Filters by actor, action, entity, time and outcome. The URL holds their state. */
export function ActivityFilters({ search }: { readonly search: ActivitySearch }) {
  const said = useWords(activityWords)
  const { filters, operators } = useWords(listWords)
  const { collections, globals } = useSchema()
  const navigate = useNavigate()
  const go = (next: ActivitySearch) => void navigate({ ...addresses.activity(withoutEmpty(next)), replace: true })
  const entities = [
    ...Object.values(collections).map((entity) => ({ entity, value: entity.slug })),
    ...Object.values(globals).map((entity) => ({ entity, value: `global:${entity.slug}` })),
  ].filter(({ entity }) => can(entity, 'audit'))
  const mayAskForNames = useLogRight() === 'names'
  const kinds = (Object.keys(KINDS) as Kind[]).map((value) => ({ value, label: said.kinds[value] }))
  const facets: readonly Facet[] = [
    // Set by a link only; here it can only be removed.
    ...(search.actor
      ? [{ key: 'actor', label: said.who, value: search.actor, kind: 'choice', shown: said.onlyOne } as const]
      : mayAskForNames || search.who
        ? [{ key: 'who', label: said.who, value: search.who, kind: 'text', word: operators.contains } as const]
        : []),
    { key: 'kind', label: said.what, value: search.kind, kind: 'choice', options: kinds },
    {
      key: 'entity',
      label: said.about,
      value: search.entity,
      kind: 'choice',
      options: entities.map(({ entity, value }) => ({ value, label: labelOf(entity) })),
    },
    {
      key: 'outcome',
      label: said.outcome,
      value: search.outcome,
      kind: 'choice',
      options: [
        { value: 'done', label: said.done },
        { value: 'refused', label: said.refused },
      ],
    },
    { key: 'since', label: said.from, value: search.since, kind: 'day', word: '' },
    { key: 'until', label: said.until, value: search.until, kind: 'day', word: '' },
  ]
  return (
    <FacetBar
      label={filters}
      facets={facets}
      onChange={(key, value) => go({ ...search, [key]: value })}
      onClear={() => go({})}
    />
  )
}

function withoutEmpty(search: ActivitySearch): ActivitySearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))
}
