import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Image } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useReducer, useState } from 'react'
import type { FieldSchema } from '../../data/schema.ts'
import { Icon } from '../../design/icon.tsx'
import popup from '../../design/popup.module.css'
import { richTextWords } from '../../words/rich-text.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './rich-text.module.css'
import { matching, slashPlace, slashQuery } from './slash.ts'
import { blockTools, codeBlock, isOffered, rule, styleTools, type Tool } from './tools.ts'
import { useEditorElement } from './use-editor-element.ts'

interface SlashMenuProps {
  readonly editor: Editor
  readonly field: FieldSchema
  readonly onImage: (() => void) | undefined
  /** Tools that depend on the application or field: blocks, and documents to embed. */
  readonly others: readonly Tool[]
}

const MOVES = ['scroll', 'resize'] as const

/** Opens after a slash, filters by the text after it, and replaces both with the chosen tool's content. */
export function SlashMenu({ editor, field, onImage, others }: SlashMenuProps) {
  const said = useWords(richTextWords)
  const id = useId()
  const element = useEditorElement(editor)
  const query = useEditorState({ editor, selector: ({ editor: now }) => queryOf(now) })
  const [left, setLeft] = useState<string>()
  const [chosen, setChosen] = useState(0)
  const image: Tool[] = onImage ? [{ name: 'image', icon: Image, label: (words) => words.image, run: onImage }] : []
  const all = [...styleTools, ...blockTools, ...image, ...others, codeBlock, rule]
    .filter((tool) => isOffered(field, tool))
    .map((tool) => ({ tool, label: tool.label(said) }))
  const found = query === undefined ? [] : matching(all, query)
  const isOpen = found.length > 0 && left !== query
  const at = Math.min(chosen, found.length - 1)

  function insert(tool: Tool): void {
    const { from } = editor.state.selection
    editor
      .chain()
      .focus()
      .deleteRange({ from: from - (query ?? '').length - 1, to: from })
      .run()
    tool.run(editor)
    setChosen(0)
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOpen) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setChosen((at + step + found.length) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') {
      const tool = found[at]?.tool
      if (tool) insert(tool)
    } else if (event.key === 'Escape') setLeft(query)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    // Capturing: the editor would move the cursor.
    const listener = (event: KeyboardEvent) => onKey(event)
    element?.addEventListener('keydown', listener, { capture: true })
    return () => element?.removeEventListener('keydown', listener, { capture: true })
  }, [element])
  useEffect(() => {
    if (isOpen) element?.setAttribute('aria-activedescendant', `${id}-${at}`)
    else element?.removeAttribute('aria-activedescendant')
  }, [element, id, isOpen, at])

  // Renders again on scroll, because the cursor moves with the page.
  const [, follow] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    if (!isOpen) return undefined
    for (const event of MOVES) window.addEventListener(event, follow, { capture: true, passive: true })
    return () => {
      for (const event of MOVES) window.removeEventListener(event, follow, { capture: true })
    }
  }, [isOpen])
  useEffect(() => {
    if (isOpen) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, isOpen, at])

  if (!isOpen || !element) return null
  return (
    <div
      className={`${popup.popup} ${styles.slash}`}
      role="listbox"
      aria-label={said.slash}
      style={slashPlace(editor.view.coordsAtPos(editor.state.selection.from), {
        width: window.innerWidth,
        height: window.innerHeight,
      })}
    >
      {found.map(({ tool, label }, index) => (
        <div
          key={tool.name}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={popup.item}
          data-highlighted={index === at || undefined}
          // Keeps the focus in the text.
          onMouseDown={(event) => {
            event.preventDefault()
            insert(tool)
          }}
        >
          <Icon of={tool.icon} />
          {label}
        </div>
      ))}
    </div>
  )
}

function queryOf(editor: Editor): string | undefined {
  const { selection } = editor.state
  const { $from } = selection
  if (!selection.empty || $from.parent.type.name === 'codeBlock' || !$from.parent.isTextblock) return undefined
  return slashQuery($from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc'))
}
