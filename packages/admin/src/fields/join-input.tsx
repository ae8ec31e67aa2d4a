import { Link } from '@tanstack/react-router'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { addresses } from '../data/addresses.ts'
import { can, labelOf, singularOf } from '../data/entities.ts'
import { errorWords, explain } from '../data/error-words.ts'
import { may } from '../data/use-documents.ts'
import { useRights } from '../data/use-rights.ts'
import { type JoinedDoc, useChangeJoin, useJoin } from '../data/use-join.ts'
import { useSchema } from '../data/use-session.ts'
import { Button, IconButton } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { toastError } from '../design/toasts.tsx'
import { fieldWords, inputWords } from '../words/fields.ts'
import { useFormats } from '../words/formats.ts'
import { useWords } from '../words/use-words.ts'
import type { InputProps } from './contract.ts'
import { DocumentPicker } from './document-picker.tsx'
import form from './field-list.module.css'
import styles from './join.module.css'
import { TargetTitle, useTargetNames } from './target-title.tsx'

export function JoinInput({ field, form: context, described }: InputProps) {
  const said = useWords(inputWords)
  const { number, inSentence } = useFormats()
  const from = field.collection ?? ''
  const ownId = context.value('id')
  const id = typeof ownId === 'string' ? ownId : undefined
  const list = useJoin(context.entity.slug, id, field.path, from)
  const isWritable = field.writable === true && !context.isReadOnly && id !== undefined
  const { docs = [], totalDocs = 0 } = list.data ?? {}
  return (
    <section id={described.id} className={styles.join} aria-label={labelOf(field)} tabIndex={-1}>
      <span className={form.label}>
        {labelOf(field)}
        {totalDocs > 0 && ` · ${number(totalDocs)}`}
      </span>
      {docs.length === 0 && (
        <p className={styles.empty}>
          {id === undefined
            ? said.saveFirst
            : list.isLoading
              ? ''
              : said.noDocuments({ what: inSentence(labelOf(field)) })}
        </p>
      )}
      {docs.length > 0 && (
        <ul className={styles.list}>
          {docs.map((doc) => (
            <JoinedRow key={doc.id} doc={doc} from={from} isWritable={isWritable} {...{ field, context, id }} />
          ))}
        </ul>
      )}
      {totalDocs > docs.length && (
        <p className={styles.empty}>{said.moreOf({ shown: docs.length, total: totalDocs })}</p>
      )}
      {isWritable && <JoinAdder field={field} context={context} id={id} from={from} />}
    </section>
  )
}

interface JoinPartProps {
  readonly field: InputProps['field']
  readonly context: InputProps['form']
  readonly id: string | undefined
  readonly from: string
}

function useChange({ field, context, id, from }: JoinPartProps) {
  const said = useWords(errorWords)
  const change = useChangeJoin(context.entity.slug, id, field.path, from)
  return {
    isPending: change.isPending,
    run: (next: { additions?: string[]; removals?: string[] }) =>
      change.mutate(next, { onError: (error) => toastError(labelOf(field), explain(error, said)) }),
  }
}

function JoinedRow({
  doc,
  isWritable,
  ...part
}: JoinPartProps & { readonly doc: JoinedDoc; readonly isWritable: boolean }) {
  const said = useWords(inputWords)
  const change = useChange(part)
  const target = { collection: part.from, id: doc.id, doc }
  const [{ name } = { name: doc.id }] = useTargetNames([target])
  return (
    <li className={styles.row}>
      <Link {...addresses.document(part.from, doc.id)} className={styles.title}>
        <TargetTitle target={target} />
      </Link>
      {isWritable && (
        <IconButton
          small
          label={said.unlink({ title: name })}
          disabled={change.isPending}
          onClick={() => change.run({ removals: [doc.id] })}
        >
          <Icon of={X} size={14} />
        </IconButton>
      )}
    </li>
  )
}

/** Finds a document to add, or creates one that references this document. */
function JoinAdder(part: JoinPartProps) {
  const { field, context, from } = part
  const said = useWords(inputWords)
  const { createNew } = useWords(fieldWords)
  const change = useChange(part)
  const entity = useSchema().collections[from]
  const rights = useRights(from)
  const [isLinking, setLinking] = useState(false)
  const link = said.link({ what: entity ? singularOf(entity) : '' })
  const mayCreate = entity && can(entity, 'create') && may(rights, 'create') && context.openDocument
  return (
    <div className={styles.adder}>
      {isLinking ? (
        <DocumentPicker
          field={{ ...field, to: from, many: false }}
          targets={[]}
          isReadOnly={change.isPending}
          label={link}
          onChange={([target]) => {
            if (target) change.run({ additions: [target.id] })
            setLinking(false)
          }}
        />
      ) : (
        <Button small onClick={() => setLinking(true)}>
          <Icon of={Plus} size={14} />
          {link}
        </Button>
      )}
      {mayCreate && (
        <Button
          small
          // The new document must appear in this list, whatever it references.
          onClick={() => context.openDocument?.(from, undefined, (made) => change.run({ additions: [made] }))}
        >
          <Icon of={Plus} size={14} />
          {createNew({ what: singularOf(entity) })}
        </Button>
      )}
    </div>
  )
}
