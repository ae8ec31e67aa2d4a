import { Toast as Base } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import { Icon } from './icon.tsx'
import styles from './toasts.module.css'

const manager = Base.createToastManager()

interface ToastOptions {
  readonly description?: string
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** Says in a word what happened, with a way to undo it if there is one. Errors stay until they are read. */
export function toast(title: string, { description, action }: ToastOptions = {}): void {
  const id = manager.add({
    title,
    ...(description !== undefined && { description }),
    timeout: action ? 10_000 : 5000,
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          action.run()
          manager.close(id)
        },
      },
    }),
  })
}

export function toastError(title: string, description?: string): void {
  manager.add({ title, priority: 'high', timeout: 0, ...(description !== undefined && { description }) })
}

export function Toasts() {
  return (
    <Base.Provider toastManager={manager} limit={4}>
      <Base.Portal>
        <Base.Viewport className={styles.viewport}>
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function ToastList() {
  const { toasts } = Base.useToastManager()
  const said = useWords(sharedWords)
  return toasts.map((one) => (
    // What can be focused must not be hidden from assistive technology, as errors and their buttons would be.
    <Base.Root key={one.id} toast={one} className={styles.toast} aria-hidden={false}>
      <div className={styles.content}>
        <Base.Title className={styles.title} />
        <Base.Description className={styles.description} />
      </div>
      {one.actionProps && <Base.Action className={styles.action} />}
      <Base.Close className={styles.close} aria-hidden={false} aria-label={said.dismiss}>
        <Icon of={X} size={14} />
      </Base.Close>
    </Base.Root>
  ))
}
