import { addresses } from '../../data/addresses.ts'
import type { Doc } from '../../data/document.ts'
import { hasDrafts, isAuth, labelOf, titleOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { useAccessOf } from '../../data/use-access-of.ts'
import { may } from '../../data/use-documents.ts'
import { type Entry, useNewest } from '../../data/use-newest.ts'
import { usePlanned } from '../../data/use-planned.ts'
import { useRecent } from '../../data/use-recent.ts'
import { useSchema, useSession } from '../../data/use-session.ts'
import { useTargets } from '../../data/use-targets.ts'
import { Moment } from '../../design/moment.tsx'
import { Section } from '../../design/page.tsx'
import { NoRows, Row, Rows } from '../../design/rows.tsx'
import { StatusMark, statusOf } from '../../design/status-mark.tsx'
import { TargetTitle } from '../../fields/target-title.tsx'
import { useFormats } from '../../words/formats.ts'
import { homeWords } from '../../words/home.ts'
import { scheduleWords } from '../../words/schedule.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { BeginWriting } from './begin-writing.tsx'
import { Calendar } from './calendar.tsx'
import styles from './home-screen.module.css'

const ROWS = 6

function useContent(): EntitySchema[] {
  return Object.values(useSchema().collections).filter((entity) => !isAuth(entity) && !entity.admin?.hidden)
}

/** What the actor has opened last. Somebody new sees what was changed last, by whomever. */
export function ContinueCard() {
  const said = useWords(homeWords)
  const schema = useSchema()
  const visited = useRecent()
  const known = (visited ?? []).filter((one) => schema.collections[one.collection])
  const targets = useTargets(known)
  // What is gone, or may no longer be read, has no document.
  const found = targets.filter(({ doc }) => doc !== undefined).slice(0, ROWS)
  const content = useContent()
  const newest = useNewest(content, ROWS)
  if (visited === undefined) return null
  if (found.length === 0 && newest?.length === 0) return <BeginWriting collections={content} />
  if (found.length === 0) return <Entries title={said.recent} entries={newest} empty={said.nothingYet} />
  return (
    <Section title={said.continue}>
      <Rows label={said.continue}>
        {found.map((target) => {
          const entity = schema.collections[target.collection]
          return (
            <Row
              key={target.id}
              isTitle
              to={addresses.document(target.collection, target.id)}
              name={<TargetTitle target={target} />}
              note={entity && labelOf(entity)}
            />
          )
        })}
      </Rows>
    </Section>
  )
}

export function WaitingCard() {
  const said = useWords(homeWords)
  const withDrafts = useContent().filter(hasDrafts)
  const drafts = useNewest(withDrafts, ROWS, DRAFTS)
  if (withDrafts.length === 0) return null
  return <Entries title={said.waiting} entries={drafts} empty={said.nothingWaiting} />
}

const DRAFTS = { _status: { equals: 'draft' } }

export function PlannedCard() {
  const said = useWords(homeWords)
  const formats = useFormats()
  const { untitled } = useWords(sharedWords)
  const plans = useWords(scheduleWords)
  const content = useContent().filter(hasDrafts)
  const access = useAccessOf(content.map(({ slug }) => slug))
  const withDrafts = content.filter(({ slug }) => may(access[slug], 'schedule'))
  const planned = usePlanned(withDrafts, ROWS)
  if (withDrafts.length === 0) return null
  return (
    <Section title={said.scheduled}>
      <Calendar moments={planned.map(({ runAt }) => runAt)} />
      {planned.length === 0 && <NoRows>{said.nothingScheduled}</NoRows>}
      <Rows label={said.scheduled}>
        {planned.slice(0, ROWS).map(({ key, entity, id, action, runAt, doc }) => (
          <Row
            key={key}
            isTitle
            to={addresses.document(entity.slug, id)}
            name={(doc && titleOf(entity, doc)) || untitled}
            end={
              <StatusMark
                status="scheduled"
                text={plans.job[action]({ when: plans.at({ day: formats.day(runAt), time: formats.time(runAt) }) })}
              />
            }
          />
        ))}
      </Rows>
    </Section>
  )
}

/** By others, where documents keep who changed them; otherwise by anybody. */
export function PublishedCard() {
  const said = useWords(homeWords)
  const { user } = useSession()
  const withDrafts = useContent().filter(hasDrafts)
  const published = useNewest(withDrafts, ROWS * 2, PUBLISHED)
  if (withDrafts.length === 0) return null
  const byOthers = published?.filter(({ doc }) => idOf(doc['updatedBy']) !== user.id).slice(0, ROWS)
  return <Entries title={said.publishedLately} entries={byOthers} empty={said.nothingYet} isShort />
}

const PUBLISHED = { _status: { equals: 'published' } }

function idOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value
}

interface EntriesProps {
  readonly title: string
  readonly entries: readonly Entry[] | undefined
  readonly empty: string
  /** Beside the others there is room for titles only. */
  readonly isShort?: boolean
}

function Entries({ title, entries, empty, isShort = false }: EntriesProps) {
  const { untitled } = useWords(sharedWords)
  if (entries === undefined) return null
  return (
    <Section title={title}>
      {entries.length === 0 && <NoRows>{empty}</NoRows>}
      <Rows label={title}>
        {entries.map(({ entity, doc }) => (
          <Row
            key={doc.id}
            isTitle
            to={addresses.document(entity.slug, doc.id)}
            name={titleOf(entity, doc) || untitled}
            {...(!isShort && { note: labelOf(entity) })}
            end={
              <>
                {!isShort && <State doc={doc} />}
                <span className={styles.when}>
                  <Moment at={doc.updatedAt} />
                </span>
              </>
            }
          />
        ))}
      </Rows>
    </Section>
  )
}

function State({ doc }: { readonly doc: Doc }) {
  const status = statusOf(doc)
  return status && <StatusMark status={status} />
}
