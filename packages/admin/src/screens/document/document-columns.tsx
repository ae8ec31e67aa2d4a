import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { useNarrow } from '../../design/use-narrow.ts'
import { documentWords } from '../../words/document.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './document-screen.module.css'

interface DocumentColumnsProps {
  readonly tab: 'content' | 'details'
  readonly onTab: (tab: string) => void
  readonly main: ReactNode
  readonly margin: ReactNode
  /** Shown beside both columns, which then share tabs. */
  readonly pane: ReactNode
}

/** With room for both columns, they are not tabs. The elements stay the same, so their state is kept. */
const SIDE_BY_SIDE = { role: undefined, hidden: false, inert: false, tabIndex: undefined, 'aria-labelledby': undefined }

/** The fields and the margin of a document: side by side, or as tabs on narrow screens. */
export function DocumentColumns({ tab, onTab, main, margin, pane }: DocumentColumnsProps) {
  const said = useWords(documentWords)
  // Beside a pane, there is room for one column only.
  const isTabbed = useNarrow() || pane !== null
  const asPanel = isTabbed ? {} : SIDE_BY_SIDE
  return (
    <Tabs.Root value={tab} onValueChange={onTab} className={styles.columns}>
      <div className={styles.page} data-tab={tab} data-preview={pane !== null || undefined}>
        <div className={styles.document}>
          <Tabs.List className={styles.tabs} aria-label={said.views}>
            <Tabs.Tab value="content">{said.content}</Tabs.Tab>
            <Tabs.Tab value="details">{said.details}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="content" keepMounted className={styles.main} {...asPanel}>
            {main}
          </Tabs.Panel>
          <Tabs.Panel
            value="details"
            keepMounted
            className={styles.margin}
            {...asPanel}
            {...(!isTabbed && { render: <aside aria-label={said.details} /> })}
          >
            {margin}
          </Tabs.Panel>
        </div>
        {pane}
      </div>
    </Tabs.Root>
  )
}
