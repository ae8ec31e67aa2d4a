import { useSchema } from '../data/use-session.ts'
import { Dialog } from '../design/dialog.tsx'
import { documentWords } from '../words/document.ts'
import { richTextWords } from '../words/rich-text.ts'
import { rowWords } from '../words/rows.ts'
import { shortcutWords } from '../words/shortcuts.ts'
import { useWords } from '../words/use-words.ts'
import styles from './shortcuts-sheet.module.css'

const IS_MAC = /Mac|iP(hone|ad)/.test(navigator.userAgent)
const MODIFIER = IS_MAC ? '⌘' : 'Ctrl'

export function ShortcutsSheet({ onClose }: { readonly onClose: () => void }) {
  const said = useWords(shortcutWords)
  const { nextUntranslated } = useWords(documentWords)
  const { goTo } = useWords(rowWords)
  const inTexts = useWords(richTextWords)
  const { localization } = useSchema()
  const groups: readonly (readonly [string, readonly (readonly [string, readonly string[]])[]])[] = [
    [
      said.everywhere,
      [
        [said.palette, [`${MODIFIER}+K`]],
        [said.sheet, ['?']],
        [said.close, ['Esc']],
      ],
    ],
    [
      said.lists,
      [
        [said.move, ['J', 'K']],
        [said.open, ['Enter']],
        [said.select, ['X']],
        [said.search, ['/']],
        [said.filter, ['F']],
        [said.unselect, ['Esc']],
      ],
    ],
    [
      said.documents,
      [
        [said.save, [`${MODIFIER}+S`]],
        [said.publish, [`${MODIFIER}+Shift+P`]],
        [said.undoRedo, [`${MODIFIER}+Z`, `${MODIFIER}+Shift+Z`]],
        [goTo, [`${MODIFIER}+G`]],
        [said.moveRow, ['Alt+↑', 'Alt+↓']],
        [said.selectRow, ['X', 'Shift+↑', 'Shift+↓']],
        ...(localization ? [[nextUntranslated, ['F8']] as const] : []),
      ],
    ],
    [
      said.texts,
      [
        [said.insert, ['/']],
        [said.link, [`${MODIFIER}+K`]],
        [said.bold, [`${MODIFIER}+B`]],
        [said.italic, [`${MODIFIER}+I`]],
        [inTexts.superscript, [`${MODIFIER}+.`]],
        [inTexts.subscript, [`${MODIFIER}+,`]],
      ],
    ],
    [said.dragging, [[said.drag, ['Space', '↑', '↓', '←', '→', 'Space']]]],
  ]
  return (
    <Dialog open onClose={onClose} title={said.title} kind="wide">
      <div className={styles.groups}>
        {groups.map(([heading, rows]) => (
          <section key={heading} className={styles.group}>
            <h3>{heading}</h3>
            <dl>
              {rows.map(([what, keys]) => (
                <div key={what} className={styles.row}>
                  <dt>{what}</dt>
                  <dd>
                    {keys.map((key, place) => (
                      // The same key may be pressed twice.
                      <kbd key={place}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
