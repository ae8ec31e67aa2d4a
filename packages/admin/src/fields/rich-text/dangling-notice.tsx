import type { Editor } from '@tiptap/core'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { Unlink } from 'lucide-react'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { richTextWords } from '../../words/rich-text.ts'
import { useWords } from '../../words/use-words.ts'
import { danglingPlaces } from './dangling-marks.ts'
import styles from './rich-text.module.css'

interface DanglingNoticeProps {
  readonly editor: Editor
  readonly dangling: ReadonlySet<string>
}

export function DanglingNotice({ editor, dangling }: DanglingNoticeProps) {
  const said = useWords(richTextWords)
  const count = useEditorState({
    editor,
    selector: ({ editor: now }) => danglingPlaces(now.state.doc, dangling).length,
  })
  if (count === 0) return null

  function show(): void {
    const { state, view } = editor
    const places = danglingPlaces(state.doc, dangling)
    const next = places.find(({ from }) => from > state.selection.from) ?? places[0]
    if (!next) return
    const isText = state.doc.nodeAt(next.from)?.isText
    const selection = isText
      ? TextSelection.create(state.doc, next.from, next.to)
      : NodeSelection.create(state.doc, next.from)
    view.dispatch(state.tr.setSelection(selection).scrollIntoView())
    view.focus()
  }

  return (
    <div className={styles.danglingNotice} role="status">
      <Icon of={Unlink} size={14} />
      <span>{said.dangling({ count })}</span>
      <Button small onClick={show}>
        {said.showDangling}
      </Button>
    </div>
  )
}
