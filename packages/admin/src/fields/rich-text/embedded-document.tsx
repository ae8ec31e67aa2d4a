import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { Unlink } from 'lucide-react'
import { useContext } from 'react'
import { isUpload, labelOf } from '../../data/entities.ts'
import { useSchema } from '../../data/use-session.ts'
import { Icon } from '../../design/icon.tsx'
import { Thumbnail } from '../../design/thumbnail.tsx'
import { richTextWords } from '../../words/rich-text.ts'
import { useWords } from '../../words/use-words.ts'
import { TargetTitle } from '../target-title.tsx'
import { isDangling, targetKey, NamedTargetsContext, namedBy } from './named-targets.ts'
import styles from './rich-text.module.css'

/** An embedded document: a card, or its title within a line. Files show a preview. */
export function EmbeddedDocument({ node, getPos }: NodeViewProps) {
  const said = useWords(richTextWords)
  const { collections } = useSchema()
  const { targets, onReplace } = useContext(NamedTargetsContext)
  const named = namedBy(node.attrs)
  const target = named && (targets.get(targetKey(named)) ?? { ...named, isAwaited: true })
  const entity = target && collections[target.collection]
  const isGone = !entity || isDangling(target)
  const isInline = node.type.isInline
  const kind = entity ? labelOf(entity) : String(node.attrs['relationTo'])
  return (
    <NodeViewWrapper
      as={isInline ? 'span' : 'div'}
      className={isInline ? styles.inlineCard : styles.card}
      data-gone={isGone || undefined}
    >
      {isGone ? (
        <>
          <Icon of={Unlink} size={14} />
          <span className={styles.cardTitle}>{isInline ? said.goneShort : said.gone}</span>
          {onReplace && (
            <button
              type="button"
              className={styles.replace}
              onClick={() => {
                const position = getPos()
                if (position !== undefined) onReplace(position)
              }}
            >
              {said.chooseOther}
            </button>
          )}
        </>
      ) : (
        <>
          {entity && isUpload(entity) && target?.doc && !isInline && <Thumbnail doc={target.doc} size={40} />}
          <span className={styles.cardTitle}>{target && <TargetTitle target={target} />}</span>
        </>
      )}
      {!isInline && <span className={styles.cardKind}>{[kind, ...typeOf(target?.doc)].join(' · ')}</span>}
    </NodeViewWrapper>
  )
}

function typeOf(doc: Readonly<Record<string, unknown>> | undefined): string[] {
  return typeof doc?.['mimeType'] === 'string' ? [doc['mimeType']] : []
}
