"""Addresses of lessons and quizzes."""

from django.urls import path

from quiz.views import lessons, quizzes

app_name = "quiz"

urlpatterns = [
    path("learn/", lessons.learn, name="learn"),
    path("learn/<slug:continent>/", lessons.continent, name="continent"),
    path("learn/<slug:continent>/diploma/", lessons.diploma, name="certificate"),
    path("learn/<slug:continent>/diploma.pdf", lessons.diploma_pdf, name="certificate_pdf"),
    path("learn/<slug:continent>/diploma.png", lessons.diploma_png, name="certificate_png"),
    path("animals/<slug:slug>/", lessons.animal, name="animal"),
    path("progress/", lessons.progress, name="progress"),
    path("quiz/", quizzes.choose, name="choose"),
    path("quiz/start/", quizzes.start, name="start"),
    path("quiz/<int:pk>/", quizzes.attempt, name="attempt"),
    path("quiz/<int:pk>/again/", quizzes.again, name="again"),
    path("quiz/<int:pk>/<int:position>/", quizzes.item, name="item"),
]
