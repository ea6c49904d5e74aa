import { toast } from '../../ui/messages/toast.ts'

/** Says that a number is closed; with what happens next for somebody who closed many numbers that day (market 66). */
export function showClosed(mayBeJudged: boolean): void {
  toast({
    title: 'Nummer wordt niet meer gebeld',
    ...(mayBeJudged && {
      description:
        'Mogelijk voorlopig: je sloot vandaag meer dan 10 nummers. Een teamleider of beheerder kan dit 5 werkdagen terugdraaien.',
    }),
  })
}
