/** The completion script for zsh. */

import {
  type CompletableCommand,
  type CompletableFlag,
  firstWords,
  secondWords,
} from './completable.js';

export function zshScript(commands: readonly CompletableCommand[]): string {
  return `#compdef promptmill
# promptmill completion for zsh: source <(promptmill completion zsh), or a file named _promptmill on $fpath
_promptmill() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${firstWords(commands)
  .map(([word, summary]) => `      ${quoted(`${word}:${summary}`)}`)
  .join('\n')}
    )
    _describe command commands
    return
  fi
  case "$words[2] $words[3]" in
${commands.map(commandCase).join('\n')}
    *)
      case "$words[2]" in
${groupCases(commands).join('\n')}
      esac ;;
  esac
}
if [[ "$funcstack[1]" == _promptmill ]]; then _promptmill "$@"; else compdef _promptmill promptmill; fi
`;
}

function commandCase({ words, flags, choices }: CompletableCommand): string {
  const pattern = words.length > 1 ? `'${words.join(' ')}'` : `'${words[0] ?? ''} '*`;
  // What is completed begins behind the command's words.
  const shift =
    words.length > 1 ? 'shift 2 words; (( CURRENT -= 2 ))' : 'shift words; (( CURRENT -= 1 ))';
  const argument = choices.length > 0 ? `:word:(${choices.join(' ')})` : '*:file:_files';
  const rows = [...flags.map(flagRow), quoted(argument)];
  return `    ${pattern}) ${shift}\n      _arguments ${rows.join(' \\\n        ')} ;;`;
}

function flagRow({ word, help, takesValue, choices }: CompletableFlag): string {
  const told = help.replaceAll(/[[\]:]/g, ' ');
  if (!takesValue) return quoted(`*${word}[${told}]`);
  const values = choices.length > 0 ? `value:(${choices.join(' ')})` : 'value:_files';
  return quoted(`*${word}[${told}]:${values}`);
}

function groupCases(commands: readonly CompletableCommand[]): string[] {
  return [...secondWords(commands)].map(([first, rows]) => {
    const described = rows.map(([word, summary]) =>
      quoted(summary === '' ? word : `${word}:${summary}`),
    );
    return `        ${first}) local -a second=(${described.join(' ')}); _describe command second ;;`;
  });
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
