import { Toast as Base } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import { Icon } from './icon.tsx'
import styles from './toasts.module.css'
import { showTold, type ToastMessage } from './told-in-passing.ts'

const manager = Base.createToastManager()

function show({ title, description, action, until, isError }: ToastMessage): void {
  if (until?.aborted) return
  let isUsed = false
  const id = manager.add({
    title,
    ...(description !== undefined && { description }),
    // Errors stay until they are read.
    ...(isError ? { priority: 'high', timeout: 0 } : { timeout: action ? 10_000 : 5000 }),
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          // The toast stays for a moment, so a double click could run the action twice.
          if (isUsed) return
          isUsed = true
          action.run()
          manager.close(id)
        },
      },
    }),
  })
  until?.addEventListener('abort', () => manager.close(id))
}

export function ToastList() {
  // Runs after the effects of its children, so the manager has its listener.
  useEffect(() => showTold(show), [])
  return (
    <Base.Provider toastManager={manager} limit={4}>
      <Base.Portal>
        <Base.Viewport className={styles.viewport}>
          <Shown />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function Shown() {
  const { toasts } = Base.useToastManager()
  const said = useWords(sharedWords)
  return toasts.map((one) => (
    // Base UI hides toasts from assistive technology, but errors and buttons can be focused.
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
