import type { LucideIcon } from 'lucide-react'

/**
 * Icons share one size and stroke and are hidden from assistive technology: the text beside them carries the meaning.
 */
export function Icon({ of: Shape, size = 16 }: { readonly of: LucideIcon; readonly size?: number }) {
  return <Shape size={size} strokeWidth={1.6} aria-hidden="true" focusable="false" />
}
