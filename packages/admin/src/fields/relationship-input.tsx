import { Plus } from 'lucide-react'
import { can, labelOf, singularOf } from '../data/entities.ts'
import { may, useAccess } from '../data/use-documents.ts'
import { useSchema } from '../data/use-session.ts'
import { IconButton } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { fieldWords } from '../words/fields.ts'
import { useWords } from '../words/use-words.ts'
import type { FormContext, InputProps } from './contract.ts'
import { DocumentPicker } from './document-picker.tsx'
import styles from './fields.module.css'
import { type Target, targetCollections, targetsOf, valueOf } from './relationship-value.ts'
import { SortableChips } from './sortable-chips.tsx'
import { TargetTitle } from './target-title.tsx'
import { byKeys, useTargetNames } from './use-target-names.ts'

/** What is chosen, in its order, and a way to find or make more. */
export function RelationshipInput({ field, value, onChange, isReadOnly, described, form }: InputProps) {
  const { collections } = useSchema()
  const slugs = targetCollections(field)
  const targets = useTargetNames(targetsOf(field, value))
  const set = (next: readonly Target[]) => onChange(valueOf(field, next))
  const hasRoom = !isReadOnly && (field.many || targets.length === 0)

  function add(added: readonly Target[]): void {
    const isNew = (one: Target) => !targets.some(({ id, collection }) => id === one.id && collection === one.collection)
    set(field.many ? [...targets, ...added.filter(isNew)] : added)
  }

  return (
    <div className={styles.many} {...(!hasRoom && { id: described.id, tabIndex: -1 })}>
      {targets.length > 0 && (
        <SortableChips
          isReadOnly={isReadOnly}
          items={targets.map((target) => ({
            key: target.key,
            name: target.name,
            content: (
              <>
                <TargetTitle target={target} />
                {slugs.length > 1 && (
                  <span className={styles.kind}>{kindOf(collections[target.collection], target.collection)}</span>
                )}
              </>
            ),
            ...(form.openDocument && { onOpen: () => form.openDocument?.(target.collection, target.id) }),
          }))}
          onChange={(keys) => set(byKeys(targets, keys))}
        />
      )}
      {hasRoom && (
        <div className={styles.row}>
          <DocumentPicker
            described={described}
            field={{ ...field, many: false }}
            targets={[]}
            isReadOnly={false}
            onChange={add}
          />
          {slugs.map((slug) => (
            <CreateButton key={slug} slug={slug} form={form} onCreated={(id) => add([{ collection: slug, id }])} />
          ))}
        </div>
      )}
    </div>
  )
}

function kindOf(entity: Parameters<typeof singularOf>[0] | undefined, slug: string): string {
  return entity ? singularOf(entity) : labelOf({ label: null, slug })
}

interface CreateButtonProps {
  readonly slug: string
  readonly form: FormContext
  readonly onCreated: (id: string) => void
}

function CreateButton({ slug, form, onCreated }: CreateButtonProps) {
  const said = useWords(fieldWords)
  const entity = useSchema().collections[slug]
  const access = useAccess(slug)
  if (!form.openDocument || !entity || !can(entity, 'create') || !may(access.data, 'create')) return null
  return (
    <IconButton
      kind="plain"
      label={said.createNew(singularOf(entity))}
      onClick={() => form.openDocument?.(slug, undefined, onCreated)}
    >
      <Icon of={Plus} />
    </IconButton>
  )
}
