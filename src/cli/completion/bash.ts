/** The completion script for bash. */

import { type CompletableCommand, firstWords, secondWords } from './completable.js';

export function bashScript(commands: readonly CompletableCommand[]): string {
  return `# promptmill completion for bash: source <(promptmill completion bash)
_promptmill() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  local words='' flags='' choices='' command="\${COMP_WORDS[1]} \${COMP_WORDS[2]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${firstWords(commands)
      .map(([word]) => word)
      .join(' ')} --help --version' -- "$cur"))
    return
  fi
  case "$command" in
${commands.map(commandCase).join('\n')}
  esac
  if [ "$COMP_CWORD" -eq 2 ]; then
    case "\${COMP_WORDS[1]}" in
${groupCases(commands).join('\n')}
    esac
  fi
  case "$prev" in
${choiceCases(commands).join('\n')}
  esac
  if [ -n "$choices" ]; then COMPREPLY=($(compgen -W "$choices" -- "$cur"))
  elif [ -n "$words" ] && [ "\${cur#-}" = "$cur" ]; then COMPREPLY=($(compgen -W "$words" -- "$cur"))
  elif [ "\${cur#-}" != "$cur" ]; then COMPREPLY=($(compgen -W "$flags" -- "$cur"))
  else COMPREPLY=($(compgen -f -- "$cur")); compopt -o filenames 2>/dev/null
  fi
}
complete -F _promptmill promptmill
`;
}

function commandCase({ words, flags }: CompletableCommand): string {
  const pattern = words.length > 1 ? `'${words.join(' ')}'` : `'${words[0] ?? ''} '*`;
  return `    ${pattern}) flags='${flags.map(({ word }) => word).join(' ')}' ;;`;
}

function groupCases(commands: readonly CompletableCommand[]): string[] {
  return [...secondWords(commands)].map(
    ([first, rows]) => `      ${first}) words='${rows.map(([word]) => word).join(' ')}' ;;`,
  );
}

/** A flag means the same wherever it stands. */
function choiceCases(commands: readonly CompletableCommand[]): string[] {
  const known = new Map<string, string>();
  for (const { flags } of commands) {
    for (const { word, choices } of flags) {
      if (choices.length > 0) known.set(word, choices.join(' '));
    }
  }
  return [...known].map(([word, choices]) => `    ${word}) choices='${choices}' ;;`);
}
