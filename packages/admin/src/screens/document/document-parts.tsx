import { Tabs } from '@base-ui/react/tabs'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { DocumentSearch } from '../../data/addresses.ts'
import type { FieldSchema } from '../../data/schema.ts'
import { FieldList } from '../../fields/field-list.tsx'
import type { FollowedForm } from '../../fields/form-model.ts'
import { documentWords } from '../../words/document.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './document-parts.module.css'
import type { DocumentForm } from './use-document-form.ts'

interface DocumentPartsProps {
  readonly fields: readonly FieldSchema[]
  readonly form: DocumentForm
  readonly context: FollowedForm
}

/** Tab of the fields without `admin.tab`, labelled by the app. */
const FIRST = ''

/** The fields of a document. With `admin.tab`, one tab is shown at a time, and each tab shows its number of errors. */
export function DocumentParts({ fields, form, context }: DocumentPartsProps) {
  const said = useWords(documentWords)
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const names = [...new Set(fields.map(tabOf))].toSorted((a, b) => Number(b === FIRST) - Number(a === FIRST))
  const [chosen, choose] = useState(search.part ?? FIRST)
  const open = names.includes(chosen) ? chosen : (names[0] ?? FIRST)
  const list = (shown: readonly FieldSchema[]) => <FieldList fields={shown} form={context} />
  const wrongIn = (name: string) =>
    form.issues.filter(({ path }) => fields.some((field) => tabOf(field) === name && isIn(field, path))).length
  function show(part: string): void {
    choose(part)
    void navigate({
      to: '.',
      search: (old: DocumentSearch) => ({ ...old, part: part || undefined }),
      replace: true,
      resetScroll: false,
    })
  }

  // Opens the tab of the first error, unless an error is visible already.
  const refused = form.failure?.error
  const [told, setTold] = useState<unknown>()
  if (refused !== told) {
    setTold(refused)
    const wrong = names.filter((name) => wrongIn(name) > 0)
    if (wrong[0] !== undefined && !wrong.includes(open)) choose(wrong[0])
  }

  if (names.length < 2) return list(fields)
  return (
    <Tabs.Root value={open} onValueChange={show}>
      <Tabs.List className={styles.tabs} aria-label={said.parts}>
        {names.map((name) => {
          const wrong = wrongIn(name)
          return (
            <Tabs.Tab key={name} value={name} className={styles.tab}>
              {name === FIRST ? said.basics : name}
              {wrong > 0 && (
                <span className={styles.wrong} title={said.issuesTitle({ count: wrong })}>
                  {wrong}
                </span>
              )}
            </Tabs.Tab>
          )
        })}
      </Tabs.List>
      {names.map((name) => (
        // All tabs stay mounted, so that their state is kept.
        <Tabs.Panel key={name} value={name} keepMounted className={styles.panel}>
          {list(fields.filter((field) => tabOf(field) === name))}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  )
}

function tabOf({ admin }: FieldSchema): string {
  return admin?.tab ?? FIRST
}

function isIn({ name }: FieldSchema, path: string): boolean {
  return path === name || path.startsWith(`${name}.`)
}
