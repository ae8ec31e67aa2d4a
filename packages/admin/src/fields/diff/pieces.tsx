import type { Piece } from './compare-words.ts'
import styles from './diff.module.css'

export function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  return pieces.map(({ kind, text }, index) => {
    // The index is the only key that pieces have.
    if (kind === 'same') return <span key={index}>{text}</span>
    if (kind === 'removed') return <del key={index}>{text}</del>
    return (
      <ins key={index} className={styles.ins}>
        {text}
      </ins>
    )
  })
}
