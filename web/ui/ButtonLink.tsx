import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { buttonClass } from './Button'

type AnchorProps = Omit<ComponentProps<'a'>, 'className'>

/** A link that looks like a button. */
export const ButtonLink = createLink((props: AnchorProps) => (
  <a {...props} className={buttonClass()} />
))

/** A link that looks like a quiet button. */
export const QuietLink = createLink((props: AnchorProps) => (
  <a {...props} className={buttonClass('quiet')} />
))
