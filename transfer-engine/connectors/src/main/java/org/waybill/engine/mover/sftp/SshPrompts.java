package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.UIKeyboardInteractive;
import com.jcraft.jsch.UserInfo;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.store.StorePath;

/**
 * What one log-in asks the user for: passwords, passphrases of keys, and what else the server requires, such as
 * one-time codes (RFC 4256). JSch itself gives the vault's password to a server that asks for one.
 */
final class SshPrompts implements UserInfo, UIKeyboardInteractive {
    private static final int MOST_QUESTIONS = 12;

    private final Credentials credentials;
    private final String login;
    private final AtomicBoolean answered;
    private final Set<String> asked = new HashSet<>();
    private int questions;
    private @Nullable String answer;

    SshPrompts(Credentials credentials, SshAccount account, AtomicBoolean answered) {
        this.credentials = credentials;
        this.answered = answered;
        this.login = account.user() + "@" + account.at().alias();
    }

    @Override
    public @Nullable String getPassphrase() {
        return answer;
    }

    @Override
    public @Nullable String getPassword() {
        return answer;
    }

    @Override
    public boolean promptPassword(String message) {
        answer = ask("Password of " + login, true);
        return answer != null;
    }

    @Override
    public boolean promptPassphrase(String message) {
        answer = ask(StorePath.shown(message), true);
        return answer != null;
    }

    @Override
    public boolean promptYesNo(String message) {
        return false;
    }

    @Override
    public void showMessage(String message) {
        // a server's banner is not for us
    }

    @Override
    public String @Nullable [] promptKeyboardInteractive(
            String destination, String name, String instruction, String[] prompts, boolean[] echo) {
        String[] answers = new String[prompts.length];
        for (int i = 0; i < prompts.length; i++) {
            String prompt = prompts[i].strip().replaceFirst(":$", "");
            // the server's words come after ours, so that it cannot ask for something else in our name
            answers[i] = ask(login + " asks: " + StorePath.shown(prompt), !echo[i]);
            if (answers[i] == null) {
                return null;
            }
        }
        return answers;
    }

    private @Nullable String ask(String question, boolean secret) {
        if (++questions > MOST_QUESTIONS) {
            return null;
        }
        Optional<char[]> given = credentials.ask(question, secret, !asked.add(question));
        answered.compareAndSet(false, given.isPresent());
        // JSch requires a String, which cannot be cleared
        String text = given.map(String::new).orElse(null);
        given.ifPresent(chars -> Arrays.fill(chars, '\0'));
        return text;
    }
}
