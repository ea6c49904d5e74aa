/**
 * Dutch reasons for a refusal, by SES's name of the error (SES API reference, common errors and SendRawEmail); each is
 * the end of a sentence.
 */
const reasons: Readonly<Record<string, string>> = {
  Throttling: 'de mailserver had het te druk',
  ThrottlingException: 'de mailserver had het te druk',
  TooManyRequestsException: 'de mailserver had het te druk',
  LimitExceeded: 'het maximum aantal mails is bereikt',
  LimitExceededException: 'het maximum aantal mails is bereikt',
  ServiceUnavailable: 'de mailserver is tijdelijk niet bereikbaar',
  InternalFailure: 'de mailserver heeft een storing',
  MessageRejected: 'het adres of de inhoud werd niet aanvaard',
  ValidationError: 'het e-mailadres of de inhoud klopt niet',
  InvalidParameterValue: 'het e-mailadres of de inhoud klopt niet',
  MailFromDomainNotVerified: 'het adres van de afzender is niet bevestigd',
  MailFromDomainNotVerifiedException: 'het adres van de afzender is niet bevestigd',
  AccountSendingPaused: 'het versturen van mails is stilgezet',
  AccountSendingPausedException: 'het versturen van mails is stilgezet',
}

/** Returns in Dutch why the mail provider refused, from SES's name of the error, as the end of a sentence. */
export const reasonOf = (name: string): string => reasons[name] ?? 'er ging iets mis bij de mailserver'
