package org.waybill.desktop;

import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.waybill.desktop.Questions.Kind;
import org.waybill.desktop.Questions.Question;

/** A question of {@link Questions} over the window. Escape declines; Enter never trusts a server. */
final class QuestionView extends VBox {
    private final Question question;

    QuestionView(Question question) {
        this.question = question;
        boolean trust = question.kind() == Kind.TRUST;
        TextField field = Ui.id("question-field", question.kind() == Kind.OPEN ? new TextField() : new PasswordField());
        field.setAccessibleText(question.text());
        Button cancel = Ui.id("question-cancel", Ui.button("Cancel", () -> answer(Optional.empty())));
        Button yes = Ui.id(
                "question-yes",
                Ui.button(
                        trust ? "Trust" : question.fingerprint().isEmpty() ? "Log in" : "Pair",
                        () -> answer(Optional.of(field.getText().toCharArray())),
                        trust ? "danger" : "accent"));
        TextField fingerprint = Ui.id(
                "question-fingerprint", Ui.command(question.fingerprint(), "Fingerprint " + question.fingerprint()));
        HBox buttons = trust ? Ui.row(10, cancel, yes) : Ui.row(10, yes, cancel);
        getChildren()
                .addAll(
                        Ui.paragraph(question.title(), "page-title"),
                        Ui.paragraph(question.text()),
                        fingerprint,
                        field,
                        Ui.paragraph(question.note(), "caption"),
                        buttons);
        Ui.show(fingerprint, !question.fingerprint().isEmpty());
        Ui.show(field, !trust);
        Ui.show(getChildren().get(4), !question.note().isEmpty());
        getStyleClass().addAll("modal", "question");
        setId("question");
        setMaxHeight(USE_PREF_SIZE);
        addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                answer(Optional.empty());
                event.consume();
            } else if (event.getCode() == KeyCode.ENTER) {
                event.consume(); // not to the button that has the focus, nor to the window's default button
                if (field.isFocused() && !field.getText().isEmpty()) {
                    yes.fire();
                }
            }
        });
        focusedProperty().addListener((property, before, now) -> (trust ? cancel : field).requestFocus());
    }

    private void answer(Optional<char[]> given) {
        question.answer().complete(given);
    }
}
