import { lazy, Suspense, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { type ClientErrorCode, QuireError } from '@quirecms/sdk'
import type { BulkFailure, Input } from '../../data/document.ts'
import { can } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { may } from '../../data/use-documents.ts'
import { useRights } from '../../data/use-rights.ts'
import { useLate } from '../../design/toasts.tsx'
import { useRootMark } from '../../design/use-root-mark.ts'
import { listWords } from '../../words/list.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { removalOf } from '../slot.tsx'
import styles from './bulk-bar.module.css'
import type { ListState } from './list-state.ts'
import type { ManyChosen } from './many-bulk.tsx'
import { BATCH, type BulkAction, useBulk } from './use-bulk.ts'
import type { Selection } from './use-selection.ts'
import { addresses } from '../../data/addresses.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { useTargets } from '../../data/use-targets.ts'
import { Dialog } from '../../design/dialog.tsx'
import { TargetTitle } from '../../fields/target-title.tsx'

/** Loaded on demand: most visits don't edit in bulk. */
const loadEdit = () => import('./bulk-edit.tsx')
const BulkEdit = lazy(async () => ({ default: (await loadEdit()).BulkEdit }))

const loadRemoval = () => import('./bulk-removal.tsx')
const BulkRemoval = lazy(async () => ({ default: (await loadRemoval()).BulkRemoval }))

const loadMany = () => import('./many-bulk.tsx')
const ManyBulk = lazy(async () => ({ default: (await loadMany()).ManyBulk }))

interface BulkBarProps {
  readonly entity: EntitySchema
  readonly state: ListState
  readonly selection: Selection
  readonly total: number
}

/** Actions for the selected documents, by collection and rights of the actor. */
export function BulkBar({ entity, state, selection, total }: BulkBarProps) {
  const said = useWords(listWords)
  const { loading } = useWords(sharedWords)
  const late = useLate()
  const rights = useRights(entity.slug)
  const bulk = useBulk(entity, state, selection)
  const [asking, setAsking] = useState<'edit' | 'delete'>()
  const [many, setMany] = useState<ManyChosen>()
  useRootMark('data-at-foot', !selection.isEmpty)
  const count = selection.countOf(total)
  const offers = (action: BulkAction, right: string = action) =>
    entity.bulkActions.includes(action) && may(rights, right)
  const removal = removalOf(entity)
  /** Large selections run in the background. */
  const run = (action: BulkAction, choice = selection.choice(total), data?: Input) => {
    const { ids } = choice
    if (ids && (ids.length <= BATCH || !can(entity, 'startBulk'))) bulk.run(action, ids, data)
    else late(loadMany, () => setMany({ action, choice, ...(data && { data }) }))
  }
  const act = (action: BulkAction, label: string, onClick = () => run(action)) => (
    <button key={action} type="button" className={styles.action} disabled={bulk.isRunning} onClick={onClick}>
      {label}
    </button>
  )
  return (
    <>
      {!selection.isEmpty && (
        <section className={styles.bar} aria-label={said.selected({ count })}>
          <span role="status">
            {bulk.progress
              ? said.working({ done: bulk.progress.done, all: bulk.progress.all })
              : said.selected({ count })}
          </span>
          {count < total && (
            <button type="button" className={styles.more} onClick={() => void bulk.selectAll(total)}>
              {bulk.isCollecting ? loading : said.selectAll({ count: total })}
            </button>
          )}
          {offers('publish') && act('publish', said.publish)}
          {offers('unpublish') && act('unpublish', said.unpublish)}
          {offers('update') && act('update', said.edit, () => late(loadEdit, () => setAsking('edit')))}
          {offers('delete') &&
            (removal
              ? act('delete', removal.label())
              : act('delete', said.deleteForGood, () => late(loadRemoval, () => setAsking('delete'))))}
        </section>
      )}
      {asking === 'delete' && (
        <Suspense>
          <BulkRemoval
            entity={entity}
            scope={state.scope}
            choice={selection.choice(total)}
            onClose={() => setAsking(undefined)}
            onRemove={(choice) => {
              setAsking(undefined)
              run('delete', choice)
            }}
          />
        </Suspense>
      )}
      {asking === 'edit' && (
        <Suspense>
          <BulkEdit
            entity={entity}
            scope={state.scope}
            choice={selection.choice(total)}
            locale={state.locale}
            onClose={() => setAsking(undefined)}
            onApply={(choice, data) => {
              setAsking(undefined)
              run('update', choice, data)
            }}
          />
        </Suspense>
      )}
      {many && (
        <Suspense>
          <ManyBulk
            entity={entity}
            state={state}
            many={many}
            onHere={
              many.choice.ids &&
              (() => {
                setMany(undefined)
                bulk.run(many.action, many.choice.ids ?? [], many.data)
              })
            }
            onClose={(isBegun) => {
              setMany(undefined)
              if (isBegun) selection.clear()
            }}
          />
        </Suspense>
      )}
      <BulkFailures entity={entity} failures={bulk.failures} onClose={bulk.forgetFailures} />
    </>
  )
}

interface BulkFailuresProps {
  readonly entity: EntitySchema
  readonly failures: readonly BulkFailure[]
  readonly onClose: () => void
}

function BulkFailures({ entity, failures, onClose }: BulkFailuresProps) {
  const said = useWords(listWords)
  const errors = useWords(errorWords)
  const targets = useTargets(failures.map(({ id }) => ({ collection: entity.slug, id })))
  return (
    <Dialog open={failures.length > 0} onClose={onClose} title={said.someFailed({ count: failures.length })}>
      <ul className={styles.results}>
        {failures.map(({ id, error }, index) => (
          <li key={id} className={styles.result}>
            <Link {...addresses.document(entity.slug, id)}>
              <TargetTitle target={targets[index] ?? { collection: entity.slug, id }} />
            </Link>
            <span>{explain(new QuireError(error.code as ClientErrorCode, error.message), errors)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
