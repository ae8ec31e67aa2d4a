import { Plus } from 'lucide-react'
import { can, labelOf, singularOf } from '../data/entities.ts'
import { may } from '../data/use-documents.ts'
import { useRightsOf } from '../data/use-rights.ts'
import { useSchema } from '../data/use-session.ts'
import { IconButton } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { Menu, MenuItem } from '../design/menu.tsx'
import { fieldWords } from '../words/fields.ts'
import { useWords } from '../words/use-words.ts'
import type { FormContext, InputProps } from './contract.ts'
import { DocumentPicker } from './document-picker.tsx'
import styles from './fields.module.css'
import { type RelationshipTarget, targetCollections, targetsOf, valueOf } from './relationship-value.ts'
import { SortableChips } from './sortable-chips.tsx'
import { byKeys, TargetTitle, useTargetNames } from './target-title.tsx'

export function RelationshipInput({ field, value, onChange, isReadOnly, described, form }: InputProps) {
  const { collections } = useSchema()
  const slugs = targetCollections(field)
  const targets = useTargetNames(targetsOf(field, value))
  const set = (next: readonly RelationshipTarget[]) => onChange(valueOf(field, next))
  const hasRoom = !isReadOnly && (field.many || targets.length === 0)

  function add(added: readonly RelationshipTarget[]): void {
    const isNew = (one: RelationshipTarget) =>
      !targets.some(({ id, collection }) => id === one.id && collection === one.collection)
    set(field.many ? [...targets, ...added.filter(isNew)] : added)
  }

  return (
    <div className={`${styles.many} ${styles.inline}`} {...(!hasRoom && { id: described.id, tabIndex: -1 })}>
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
            // A document can't be its own parent. The service refuses its descendants.
            {...(field.tree && { without: form.id ?? null })}
          />
          {form.openDocument && (
            <CreateMenu slugs={slugs} form={form} onCreated={(collection, id) => add([{ collection, id }])} />
          )}
        </div>
      )}
    </div>
  )
}

function kindOf(entity: Parameters<typeof singularOf>[0] | undefined, slug: string): string {
  return entity ? singularOf(entity) : labelOf({ label: null, slug })
}

interface CreateMenuProps {
  readonly slugs: readonly string[]
  readonly form: FormContext
  readonly onCreated: (collection: string, id: string) => void
}

/** Creates a document in a drawer and references it. With several collections, the user chooses one first. */
function CreateMenu({ slugs, form, onCreated }: CreateMenuProps) {
  const said = useWords(fieldWords)
  const { collections } = useSchema()
  const access = useRightsOf(slugs)
  const entities = slugs.flatMap((slug) => {
    const entity = collections[slug]
    return entity && can(entity, 'create') && may(access[slug], 'create') ? [entity] : []
  })
  const open = (slug: string) => form.openDocument?.(slug, undefined, (id) => onCreated(slug, id))
  const [only, another] = entities
  if (!only) return null
  if (!another) {
    return (
      <IconButton label={said.createNew({ what: singularOf(only) })} onClick={() => open(only.slug)}>
        <Icon of={Plus} />
      </IconButton>
    )
  }
  return (
    <Menu
      trigger={
        <IconButton label={said.createNew({ what: '…' })}>
          <Icon of={Plus} />
        </IconButton>
      }
    >
      {entities.map((entity) => (
        <MenuItem key={entity.slug} onSelect={() => open(entity.slug)}>
          {said.createNew({ what: singularOf(entity) })}
        </MenuItem>
      ))}
    </Menu>
  )
}
