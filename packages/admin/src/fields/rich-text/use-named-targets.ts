import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useEffect, useMemo } from 'react'
import { useTargets } from '../../data/use-targets.ts'
import type { RelationshipTarget } from '../relationship-value.ts'
import { tellDangling } from './dangling-marks.ts'
import { isDangling, targetKey, targetsIn } from './named-targets.ts'

interface Named {
  readonly targets: ReadonlyMap<string, RelationshipTarget>
  /** Keys of targets that can't be shown. */
  readonly dangling: ReadonlySet<string>
}

/** Loads the documents that a text references, and marks those that can't be shown. */
export function useNamedTargets(editor: Editor, words: string): Named {
  // As a string, so that the selector's result is stable.
  const named = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      JSON.stringify(targetsIn(now.state.doc).map(({ collection, id }) => [collection, id])),
  })
  const asked = useMemo(
    () => (JSON.parse(named) as [string, string][]).map(([collection, id]): RelationshipTarget => ({ collection, id })),
    [named],
  )
  const found = useTargets(asked)
  const gone = JSON.stringify(found.filter(isDangling).map(targetKey))
  useEffect(() => {
    if (!editor.isDestroyed) editor.view.dispatch(tellDangling(editor.state, { keys: keysIn(gone), words }))
  }, [editor, gone, words])
  return { targets: new Map(found.map((target) => [targetKey(target), target])), dangling: keysIn(gone) }
}

const keysIn = (gone: string): ReadonlySet<string> => new Set(JSON.parse(gone) as string[])
