import type { ReactNode } from 'react'
import { Button } from '../../ui/Button'

/** An action in the list of a dialog. */
export const Action = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <li>
    <Button variant="quiet" onClick={onClick}>
      {children}
    </Button>
  </li>
)
