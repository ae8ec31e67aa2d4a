import { useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type ActivitySearch, addresses } from '../../data/addresses.ts'
import { can, labelOf } from '../../data/entities.ts'
import { useSchema } from '../../data/use-session.ts'
import { Button } from '../../design/button.tsx'
import { DayInput } from '../../design/date-picker/day-input.tsx'
import { Filters } from '../../design/filters.tsx'
import { Icon } from '../../design/icon.tsx'
import { Input, Labelled, Select } from '../../design/input.tsx'
import { useWords } from '../../words/use-words.ts'
import { isKind, type Kind, KINDS } from './actions.ts'
import styles from './activity.module.css'
import { useLogRight } from './use-log-right.ts'
import { activityWords } from './words.ts'

/** Filters by actor, action, entity, time and outcome. The URL holds their state. */
export function ActivityFilters({ search }: { readonly search: ActivitySearch }) {
  const said = useWords(activityWords)
  const { collections, globals } = useSchema()
  const navigate = useNavigate()
  const change = (next: ActivitySearch) =>
    void navigate({ ...addresses.activity(withoutEmpty({ ...search, ...next })), replace: true })
  const entities = [
    ...Object.values(collections).map((entity) => ({ entity, value: entity.slug })),
    ...Object.values(globals).map((entity) => ({ entity, value: `global:${entity.slug}` })),
  ].filter(({ entity }) => can(entity, 'audit'))
  const mayAskForNames = useLogRight() === 'names'
  const kind = isKind(search.kind) ? search.kind : ''
  const outcome = search.outcome === 'done' || search.outcome === 'refused' ? search.outcome : ''
  const everything = { value: '', label: said.everything } as const
  return (
    <Filters label={said.filters}>
      {(mayAskForNames || search.actor) && (
        <Labelled label={said.who}>
          {(described) =>
            search.actor ? (
              <Button
                {...described}
                kind="outline"
                aria-label={`${said.who}: ${said.onlyOne}`}
                onClick={() => change({ actor: undefined })}
              >
                {said.onlyOne}
                <Icon of={X} size={14} />
              </Button>
            ) : (
              <Input
                {...described}
                type="search"
                maxLength={100}
                placeholder={said.whoHint}
                value={search.who ?? ''}
                onChange={(event) => change({ who: event.target.value })}
              />
            )
          }
        </Labelled>
      )}
      <Labelled label={said.what}>
        {(described) => (
          <Select<Kind | ''>
            {...described}
            value={kind}
            options={[
              everything,
              ...(Object.keys(KINDS) as Kind[]).map((value) => ({ value, label: said.kinds[value] })),
            ]}
            onChange={(value) => change({ kind: value })}
          />
        )}
      </Labelled>
      <Labelled label={said.about}>
        {(described) => (
          <Select
            {...described}
            value={search.entity ?? ''}
            options={[everything, ...entities.map(({ entity, value }) => ({ value, label: labelOf(entity) }))]}
            onChange={(entity) => change({ entity })}
          />
        )}
      </Labelled>
      <Labelled label={said.outcome}>
        {(described) => (
          <Select<'' | 'done' | 'refused'>
            {...described}
            value={outcome}
            options={[everything, { value: 'done', label: said.done }, { value: 'refused', label: said.refused }]}
            onChange={(value) => change({ outcome: value })}
          />
        )}
      </Labelled>
      <Labelled label={said.from}>
        {(described) => (
          <DayInput
            {...described}
            value={search.since ?? null}
            onChange={(since) => change({ since: since ?? undefined })}
          />
        )}
      </Labelled>
      <Labelled label={said.until}>
        {(described) => (
          <DayInput
            {...described}
            value={search.until ?? null}
            onChange={(until) => change({ until: until ?? undefined })}
          />
        )}
      </Labelled>
      {Object.keys(withoutEmpty(search)).length > 0 && (
        <Button
          className={styles.clear ?? ''}
          onClick={() => void navigate({ ...addresses.activity(), replace: true })}
        >
          {said.clear}
        </Button>
      )}
    </Filters>
  )
}

function withoutEmpty(search: ActivitySearch): ActivitySearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))
}
