/** The language and country of a site that names none (BCP 47). */
export const defaultLocale = 'en-CA'
