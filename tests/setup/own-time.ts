import { Deadlines } from '@quirecms/core'
import { beforeAll, vi } from 'vitest'

type Deadline = ReturnType<Deadlines['start']>

/**
 * Time that passes when a test says so, for the deadlines of the applications in its file. They can be as far away then as they are in
 * a service, so that no machine is too slow for what shall be done in time, and no test has to wait for what shall be late.
 */
export function ownTime(): { readonly pass: (milliseconds: number) => void } {
  const waiting = new Map<Deadline, Deadlines>()
  let ahead = 0

  beforeAll(() => {
    const now = performance.now.bind(performance)
    // oxlint-disable-next-line typescript/unbound-method -- each is called with the list that it was called on
    const { start, remove } = Deadlines.prototype
    const ours = [
      vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead),
      vi.spyOn(Deadlines.prototype, 'start').mockImplementation(function (this: Deadlines, ...args) {
        const deadline = start.apply(this, args)
        waiting.set(deadline, this)
        return deadline
      }),
      vi.spyOn(Deadlines.prototype, 'remove').mockImplementation(function (this: Deadlines, deadline) {
        waiting.delete(deadline)
        remove.call(this, deadline)
      }),
    ]
    return () => {
      for (const one of ours) one.mockRestore()
    }
  })

  return {
    pass(milliseconds) {
      ahead += milliseconds
      const due = [...waiting].filter(([{ dueAt }]) => dueAt <= performance.now())
      for (const [deadline, list] of due) {
        // A late one may have removed another one.
        if (!waiting.has(deadline)) continue
        list.remove(deadline)
        deadline.onLate()
      }
    },
  }
}
