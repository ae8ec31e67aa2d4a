import type { LucideIcon } from 'lucide-react'

/** All icons have one size and one stroke, and say nothing to assistive technology: the words beside them do. */
export function Icon({ of: Shape, size = 16 }: { readonly of: LucideIcon; readonly size?: number }) {
  return <Shape size={size} strokeWidth={1.6} aria-hidden="true" focusable="false" />
}
