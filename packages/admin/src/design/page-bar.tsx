import { PanelLeft } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { shellWords } from '../words/shell.ts'
import { useWords } from '../words/use-words.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './page-bar.module.css'

export interface ShellActionsValue {
  readonly openNavigation: () => void
}

const Context = createContext<ShellActionsValue>({ openNavigation: () => undefined })

export const ShellActions = Context

function useShellActions(): ShellActionsValue {
  return use(Context)
}

/** The bar above every screen: breadcrumbs, and actions with the primary one last. */
export function PageBar({ trail, children }: { readonly trail: ReactNode; readonly children?: ReactNode }) {
  const said = useWords(shellWords)
  const { openNavigation } = useShellActions()
  return (
    <header className={styles.bar}>
      <span className={styles.menu}>
        <IconButton label={said.openNavigation} onClick={openNavigation}>
          <Icon of={PanelLeft} />
        </IconButton>
      </span>
      <div className={styles.trail}>{trail}</div>
      <div className={styles.actions}>{children}</div>
    </header>
  )
}
