import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { addresses } from '../../data/addresses.ts'
import { useSchema } from '../../data/use-session.ts'
import { Facts, Reference } from '../../design/fold-line.tsx'
import type { RelationshipTarget } from '../../fields/relationship-value.ts'
import { TargetTitle } from '../../fields/target-title.tsx'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './activity.module.css'
import type { ActivityChange, ActivityEntry } from './entry.ts'
import { pathInWords, valueInWords } from './path-in-words.ts'
import { useSeesOthers } from './log-right.ts'
import { activityWords } from './words.ts'

export function EntryDetails({
  entry,
  subject,
}: {
  readonly entry: ActivityEntry
  readonly subject: RelationshipTarget | undefined
}) {
  const said = useWords(activityWords)
  const formats = useFormats()
  const seesOthers = useSeesOthers()
  const { actor, via, request, revision, changes, code } = entry
  const ways: Readonly<Record<string, string>> = said.ways
  const reference = request?.id && <Reference text={request.id} />
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [said.how, ways[via] ?? via],
    [said.refused, code],
    [said.revision, revision === null ? null : formats.number(revision)],
    [said.address, request?.address],
    [said.browser, request?.userAgent],
    [said.request, reference],
  ]
  return (
    <>
      {changes && changes.length > 0 && <Changes changes={changes} entity={entry.entity} />}
      <Facts facts={facts} />
      <p className={styles.links}>
        {subject?.doc && (
          <Link {...addresses.document(subject.collection, subject.id)}>
            <TargetTitle target={subject} />
          </Link>
        )}
        {actor && seesOthers && (
          <Link {...addresses.activity({ actor: actor.id })}>
            {said.allBy({ name: actor.label ?? actor.id.slice(0, 8) })}
          </Link>
        )}
      </p>
    </>
  )
}

function Changes({ changes, entity }: { readonly changes: readonly ActivityChange[]; readonly entity: string | null }) {
  const said = useWords(activityWords)
  const { collections, globals, localization } = useSchema()
  const fields = (collections[entity ?? ''] ?? globals[entity?.replace(/^global:/, '') ?? ''])?.fields ?? []
  const locales = localization?.locales ?? []
  const hasValues = changes.some(({ from, to }) => from !== undefined || to !== undefined)
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">{said.field}</th>
          {hasValues && <th scope="col">{said.before}</th>}
          {hasValues && <th scope="col">{said.after}</th>}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, from, to }) => (
          <tr key={path}>
            <th scope="row" title={path}>
              {pathInWords(path, fields, locales)}
            </th>
            {hasValues &&
              [from, to].map((value, index) => <Value key={index} text={valueInWords(value, path, fields, locales)} />)}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The direction comes from the text, the alignment from the column. */
function Value({ text }: { readonly text: string }) {
  return (
    <td>
      <bdi>{text}</bdi>
    </td>
  )
}
