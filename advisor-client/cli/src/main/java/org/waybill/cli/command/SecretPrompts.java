package org.waybill.cli.command;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.waybill.client.credentials.VaultCredentials;

/**
 * Asks the person at the terminal for secrets, each once for a command. Codes are asked for each time: they are good
 * for one log-in.
 */
final class SecretPrompts implements VaultCredentials.Asker {
    private final Map<String, char[]> given = new HashMap<>();

    @Override
    public synchronized Optional<char[]> ask(String question, boolean secret, boolean again) {
        char[] known = again ? null : given.get(question);
        if (known != null) {
            return Optional.of(known.clone());
        }
        Optional<char[]> answer = secret
                ? SecretInput.ask(question)
                : Optional.of(SecretInput.askOpenly(question).toCharArray()).filter(text -> text.length > 0);
        String words = question.toLowerCase(Locale.ROOT);
        if (words.contains("password") || words.contains("passphrase")) {
            answer.ifPresent(secretText -> given.put(question, secretText.clone()));
        }
        return answer;
    }

    synchronized void clear() {
        given.values().forEach(secret -> Arrays.fill(secret, '\0'));
        given.clear();
    }
}
